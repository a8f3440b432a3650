-- how many confirmed in the last hour; a signup is not in it
CREATE INDEX people_confirmed ON people (confirmed_at) WHERE confirmed_at IS NOT NULL;
