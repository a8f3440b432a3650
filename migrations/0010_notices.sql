-- A notice to the team is a job, which has counted until its last run. The email of the week is gone.
DROP TABLE notices;
COMMENT ON TABLE jobs IS
  'When each scheduled job of the worker last came to its end, and until when `chat` and `late` have counted.';
