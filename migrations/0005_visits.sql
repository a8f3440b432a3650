CREATE TABLE visits (
  day date NOT NULL,
  path text NOT NULL CHECK (char_length(path) <= 200),
  source text NOT NULL CHECK (char_length(source) <= 64),
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, path, source)
);

COMMENT ON TABLE visits IS
  'Page loads by day (UTC), page and source, and nothing about visitors. Deleted after 13 months.';
COMMENT ON COLUMN visits.source IS
  'The word in ?ref= or ?utm_source=, or else the host name of the other website. Empty if there is neither. "other" combines the smallest sources of a day with more than 100.';
