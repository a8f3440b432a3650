/** A row in every table, with every column filled in. */
export const FILL = [
  `INSERT INTO people (mailbox, email, answers, joined_at, source, consent, consented_at, confirmed_at,
     referral_code, corrected_at, rejoined_at, pending_form)
   VALUES ('ada@example.com', 'Ada+x@example.com', '{"first_name": "Ada"}', '2026-01-01', 'press',
     '2026-01-01', '2026-01-01', '2026-01-02', 'bcdfghjklm', '2026-01-03', '2026-01-04', '{"email": "Ada@example.com"}')`,
  `INSERT INTO quarantine VALUES ('bot@example.com', 'bot@example.com', '{"role": "x"}', 'x', 'v', 'press', now())`,
  `INSERT INTO inbox VALUES ('bo@example.com', 'bo@example.com', '{"role": "x"}', NULL, 'v', 'press', '\\xab', now())`,
  `INSERT INTO mails (kind, mailbox, letter, state, wanted_at, due_at, ended_at, attempts, reply, mailbox_hash, network, code,
     conditions, cancelled_at)
   SELECT kind, 'ada@example.com', letter, state, now(), now(), CASE state WHEN 'sent' THEN now() END, 1, '450',
     hash_of('ada@example.com'), '\\xab', 'x7-_', '[{"name": "source", "values": ["press"]}]', now()
   FROM (VALUES ('confirm', '', 'sent'), ('remind', '', 'waiting'), ('announce', 'a1', 'sent'))
     AS mail (kind, letter, state)`,
  `INSERT INTO letters VALUES ('a1', 'News', E'<p>News</p>\\n', E'News\\nand more')`,
  `INSERT INTO links VALUES ('token of a person', 'ada@example.com')`,
  `INSERT INTO events (event, mailbox, state, reply) VALUES ('joined', 'ada@example.com', 'failed', '500')`,
  `INSERT INTO reports (id, kind, mailbox, email, status)
   VALUES (1, 'bounce', 'ada@example.com', 'ada@example.com', '5.1.1')`,
  `INSERT INTO after_letters VALUES ('welcome', '2026-01-01', '2026-02-01', '2026-02-01', '2026-01-03', '2026-01-03')`,
  `INSERT INTO jobs VALUES ('purge', now())`,
  `INSERT INTO visits VALUES ('2026-01-31', '/', 'press', 3), ('2026-01-31', '/features', '', 1)`,
] as const
