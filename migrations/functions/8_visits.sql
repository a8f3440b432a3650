-- Visits.

-- The API adds counts only through this function. Anyone can make up sources, so a day keeps the 100 with the most
-- visits and combines the others.
CREATE OR REPLACE FUNCTION count_visits(counts jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  -- The API's replicas take turns, because each sees only part of the day's visits.
  LOCK TABLE visits IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO visits AS present (day, path, source, count)
  SELECT today, path, source, sum(count)
  FROM jsonb_to_recordset(counts) AS line (path text, source text, count bigint)
  GROUP BY path, source
  ON CONFLICT (day, path, source) DO UPDATE SET count = present.count + excluded.count;
  WITH small AS (
    SELECT source FROM visits WHERE day = today AND source NOT IN ('', 'other')
    GROUP BY source ORDER BY sum(count) DESC, source OFFSET 100
  ), removed AS (
    DELETE FROM visits USING small WHERE day = today AND visits.source = small.source
    RETURNING path, count
  )
  INSERT INTO visits AS present (day, path, source, count)
  SELECT today, path, 'other', sum(count) FROM removed GROUP BY path
  ON CONFLICT (day, path, source) DO UPDATE SET count = present.count + excluded.count;
END
$$;

REVOKE EXECUTE ON FUNCTION count_visits FROM PUBLIC;
