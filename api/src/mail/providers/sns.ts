import { verify, X509Certificate } from 'node:crypto'
import { ForgedRequest, type Members, members, text } from './provider.ts'

// Amazon SNS signs what it sends: docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html

/** In milliseconds. nginx waits ten seconds for a response. */
const TIMEOUT = 4_000

/** Certificates that are kept. Each region has one, and replaces it now and then. */
const CACHED = 20

/** Amazon SNS does not respond, so Amazon should repeat the request. */
export class SnsUnavailable extends Error {
  override readonly name = 'SnsUnavailable'
}

/** Everybody with an account of Amazon has topics, and Amazon signs for each of them. */
export class OtherTopic extends Error {
  override readonly name = 'OtherTopic'
}

/** Only Amazon SNS has such addresses, so that nobody makes us ask or trust another server. */
export function isSnsAddress(address: string): boolean {
  const url = URL.parse(address)
  return (
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.port === '' &&
    // no address of S3, where anybody may have a bucket named sns
    /^sns\.(?!s3)[a-z\d-]{3,32}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)
  )
}

async function fetchText(address: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT)
    const response = await fetch(address, { redirect: 'error', signal })
    if (response.ok) return await response.text()
    throw new Error(String(response.status))
  } catch (cause) {
    throw new SnsUnavailable('Amazon SNS does not respond.', { cause })
  }
}

const certificates = new Map<string, X509Certificate>()

async function certificateAt(address: string): Promise<X509Certificate> {
  // a query would let the sender choose what is fetched
  if (!isSnsAddress(address) || !/^[^?#]+\.pem$/.test(address)) throw new ForgedRequest()
  const certificate = certificates.get(address) ?? new X509Certificate(await fetchText(address))
  if (certificates.size >= CACHED) certificates.clear()
  certificates.set(address, certificate)
  return certificate
}

const CONFIRMATION = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
]

/** What is signed, by the type of a message. */
const SIGNED = new Map<unknown, readonly string[]>([
  ['Notification', ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']],
  ['SubscriptionConfirmation', CONFIRMATION],
  ['UnsubscribeConfirmation', CONFIRMATION],
])

/** Whether the key of a certificate has signed a message. */
export function isSignedBy(message: Members, { publicKey }: X509Certificate): boolean {
  const content = (SIGNED.get(message['Type']) ?? [])
    .filter((name) => text(message[name]) !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
  const hash = message['SignatureVersion'] === '2' ? 'sha256' : 'sha1'
  const signature = Buffer.from(text(message['Signature']) ?? '', 'base64')
  return content !== '' && verify(hash, Buffer.from(content), publicKey, signature)
}

/** Asks Amazon to send to this address from now on. */
async function subscribe(message: Members): Promise<void> {
  const address = text(message['SubscribeURL']) ?? ''
  if (!isSnsAddress(address)) throw new ForgedRequest()
  await fetchText(address)
}

/**
 * Checks a message of a topic, and confirms a subscription.
 * @throws OtherTopic, ForgedRequest, SnsUnavailable
 */
export async function openSnsMessage(body: string, topicArn: string | undefined): Promise<Members> {
  const message = members(JSON.parse(body))
  if (topicArn === undefined || message['TopicArn'] !== topicArn) throw new OtherTopic()
  const certificate = await certificateAt(text(message['SigningCertURL']) ?? '')
  if (!isSignedBy(message, certificate)) throw new ForgedRequest()
  if (message['Type'] === 'SubscriptionConfirmation') await subscribe(message)
  return message
}
