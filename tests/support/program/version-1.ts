/**
 * A backup that the program wrote before it had mails: Ada, whose answer was corrected, and an erased
 * person. It ends with its own checksum, so it cannot be edited.
 */
export const VERSION_1 = `{"kind":"header","format":"waitlist-backup","version":1,"created_at":"2026-11-23T18:35:06.543Z"}
{"kind" : "hash_key", "id" : "80aaaafe-70db-46fb-9d3b-33134c4a4026", "secret" : "f95368e5241c40e9899499a2fcddb812917b1938a4d9485f99f8e0129fd28268", "created_at" : "2026-11-23T18:35:04.521593+00:00"}
{"kind" : "erasure", "person" : "24283973699faf84ec01ad2f1a13bee0e46eb275d73f3577c8612ff59148270f", "key_id" : "80aaaafe-70db-46fb-9d3b-33134c4a4026", "erased_at" : "2026-11-23T18:35:05.904127+00:00"}
{"kind" : "history", "at" : "2026-11-23T18:35:04.588257+00:00", "command" : "import", "key_id" : null, "person" : null, "detail" : {"added": 2}}
{"kind" : "history", "at" : "2026-11-23T18:35:05.255292+00:00", "command" : "correct", "key_id" : "80aaaafe-70db-46fb-9d3b-33134c4a4026", "person" : "c6cba6150f70f1f1fb762fa9fd7c8ae160286048c19b2b3f6ef9b9c0aba4986f", "detail" : {"question": "company"}}
{"kind" : "history", "at" : "2026-11-23T18:35:05.904944+00:00", "command" : "erase", "key_id" : "80aaaafe-70db-46fb-9d3b-33134c4a4026", "person" : "24283973699faf84ec01ad2f1a13bee0e46eb275d73f3577c8612ff59148270f", "detail" : {"signups": 1}}
{"kind" : "signup", "email" : "ada@example.com", "email_key" : "ada@example.com", "answers" : {"role": "designer", "company": "Kiln & Co", "last_name": "Lovelace", "first_name": "Ada"}, "honeypot" : null, "joined_at" : "2026-01-31T12:00:00+00:00", "corrected_at" : "2026-11-23T18:35:05.25426+00:00", "released_at" : null}
{"kind":"end","counts":{"hash_key":1,"erasure":1,"history":3,"signup":1},"sha256":"29d8c8f124bfb9ab621258f09928208cf114c0a1867102a2ac439706907b334d"}
`
