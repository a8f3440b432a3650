-- the API serves no metrics
DROP FUNCTION IF EXISTS waiting_emails();
