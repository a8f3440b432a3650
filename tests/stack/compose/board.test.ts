import { expect } from 'vitest'
import { newPerson } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { signUp } from '../support/requests.ts'
import { describeStack, test } from '../support/test.ts'

describeStack('./waitlist board on the stack', () => {
  test('the board serves a single browser, only on loopback, until it is stopped', async ({
    stack,
  }) => {
    const { email } = newPerson()
    await signUp(stack.url, { email })
    const port = await freePort()
    const output = await stack.shell(`
      out=$(mktemp) jar=$(mktemp)
      ./waitlist board --port ${port} >"$out" & board=$!
      for _ in {1..300}; do grep -q http: "$out" && break; sleep 0.1; done
      link=$(grep -o 'http:[^ ]*' "$out")
      curl --silent --output /dev/null --write-out 'first %{http_code}\\n' --cookie-jar "$jar" "$link"
      curl --silent --output /dev/null --write-out 'second %{http_code}\\n' "$link"
      curl --silent --cookie "$jar" 'http://127.0.0.1:${port}/people?search=${email}'
      docker port "waitlist-board-$board"
      kill -TERM $board
      wait $board || echo "ended $?"
      # The engine removes the container just after it has stopped.
      for _ in {1..100}; do docker inspect "waitlist-board-$board" >/dev/null 2>&1 || break; sleep 0.1; done
      echo "left $(docker ps --all --quiet --filter "name=waitlist-board-$board" | wc -l)"
      rm "$out" "$jar"`)
    expect(output).toMatch(/^first 303\nsecond 403\n/)
    expect(output).toContain(email)
    expect(output).toContain(`${port}/tcp -> 127.0.0.1:${port}\n`)
    expect(output).toMatch(/\nended 143\nleft 0\n$/)
  })
})
