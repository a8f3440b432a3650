\set person random(1, 1000000000000000)
INSERT INTO signups (email, email_key, first_name, last_name, company, role)
VALUES (
  'ada.' || :person || '@example.com', 'ada.' || :person || '@example.com',
  'Ada', 'Lovelace', 'Analytical Engines', 'entrepreneur'
)
ON CONFLICT (email_key) DO NOTHING;
