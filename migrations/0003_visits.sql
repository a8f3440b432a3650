-- Up Migration

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
  'The word in ?ref= or ?utm_source=, else the host name of the other website; empty for neither. "other" sums up what a day has beyond 100 sources.';

COMMENT ON COLUMN signups.source IS
  'The word in ?ref= or ?utm_source= of the visitor''s first page, else the host name of the website with the link.';

-- The API may add counts by this function only. Anybody can make up sources, so a day keeps 100 apart.
CREATE FUNCTION count_visits(counts jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  -- replicas take turns, or each could add the hundredth source
  LOCK TABLE visits IN SHARE ROW EXCLUSIVE MODE;
  WITH today AS (
    SELECT (now() AT TIME ZONE 'UTC')::date AS day
  ), counted AS (
    SELECT path, source, count FROM jsonb_to_recordset(counts) AS line (path text, source text, count bigint)
  ), kept AS (
    SELECT DISTINCT source FROM visits JOIN today USING (day) WHERE source NOT IN ('', 'other')
  ), added AS (
    SELECT source FROM counted
    WHERE source NOT IN ('', 'other') AND source NOT IN (SELECT source FROM kept)
    GROUP BY source ORDER BY sum(count) DESC, source
    LIMIT greatest(0, 100 - (SELECT count(*) FROM kept))
  ), apart AS (
    SELECT source FROM kept UNION ALL SELECT source FROM added UNION ALL SELECT ''
  )
  INSERT INTO visits AS present (day, path, source, count)
  SELECT day, path, coalesce(apart.source, 'other'), sum(counted.count)
  FROM today, counted LEFT JOIN apart USING (source)
  GROUP BY 1, 2, 3
  ON CONFLICT (day, path, source) DO UPDATE SET count = present.count + excluded.count
$$;

REVOKE EXECUTE ON FUNCTION count_visits FROM PUBLIC;

-- Down Migration

DROP FUNCTION count_visits;
DROP TABLE visits;
