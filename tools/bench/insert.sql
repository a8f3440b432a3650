\set person random(1, 1000000000000000)
INSERT INTO inbox (email, email_key, answers)
VALUES (
  'ada.' || :person || '@example.com', 'ada.' || :person || '@example.com',
  '{"first_name": "Ada", "last_name": "Lovelace", "company": "Analytical Engines", "role": "entrepreneur"}'
);
