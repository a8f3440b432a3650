-- A new person with every request. Arguments: a word that no other run uses.
-- Counted with leading zeros, so that every body has the same length and the head is made once.

local BODY = '{"email":"%s.%09d@example.com","first_name":"Ada","last_name":"Lovelace",'
  .. '"company":"Analytical Engines","role":"entrepreneur","website":""}'

local run, head
local count = 0

function init(args)
  run = args[1]
  wrk.headers['content-type'] = 'application/json'
  wrk.body = BODY:format(run, 0)
  local whole = wrk.format('POST')
  head = whole:sub(1, #whole - #wrk.body)
end

function request()
  count = count + 1
  return head .. BODY:format(run, count)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(('\n{"requests":%d,"microseconds":%d,"failures":%d,"p50":%d,"p99":%d}\n'):format(
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
