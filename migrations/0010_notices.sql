-- A notice to the team is a job, which has counted until its last run.
DROP TABLE notices;
COMMENT ON TABLE jobs IS
  'When each scheduled job of the worker last came to its end, and until when each notice has counted.';
