-- A new person with every request. Argument: the body of a signup, whose address has nine zeros for a number.
-- Counted with leading zeros, so that every body has the same length and the head is made once.

local head, before, after
local count = 0

function init(args)
  before, after = args[1]:match('^(.*)000000000(.*)$')
  wrk.headers['content-type'] = 'application/json'
  wrk.body = args[1]
  local whole = wrk.format('POST')
  head = whole:sub(1, #whole - #wrk.body)
end

function request()
  count = count + 1
  return head .. before .. ('%09d'):format(count) .. after
end

function done(summary, latency)
  local errors = summary.errors
  io.write(('\n{"requests":%d,"microseconds":%d,"failures":%d,"p50":%d,"p99":%d}\n'):format(
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
