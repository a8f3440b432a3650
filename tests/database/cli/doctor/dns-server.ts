import { Resolver } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { Packet, UDPServer } from 'dns2'
import { onTestFinished } from 'vitest'

/** Records by type and name, such as `TXT kiln.agency`. */
export type Zone = Readonly<Record<string, readonly string[]>>

/** The response code for a name without records, and of a server that has failed (RFC 1035). */
const [NO_NAME, FAILED] = [3, 2]

/** A string of a TXT record has at most 255 octets. */
const dataOf = (value: string) => ({ data: value.match(/.{1,255}/g) ?? [] })

/**
 * Serves records to a resolver.
 * @param zone undefined: a server that fails
 */
export async function resolverOf(zone: Zone | undefined): Promise<Resolver> {
  const server = new UDPServer((request, send) => {
    const response = Packet.createResponseFromRequest(request)
    for (const question of request.questions) {
      const [type = ''] =
        Object.entries(Packet.TYPE).find(([, code]) => code === question.type) ?? []
      const values = zone?.[`${type} ${question.name.toLowerCase()}`] ?? []
      response.answers.push(
        ...values.map((value) => Packet.createResourceFromQuestion(question, dataOf(value))),
      )
      if (values.length === 0) response.header.rcode = zone ? NO_NAME : FAILED
    }
    void send(response)
  })
  await server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`])
  return resolver
}
