-- how many people have confirmed from a domain; a signup is not in it
CREATE INDEX people_domains ON people (split_part(email_key, '@', 2)) WHERE confirmed_at IS NOT NULL AND left_at IS NULL;
