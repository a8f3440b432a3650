// Guards bounce-provider.

import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { selfSigned } from '../../../../tests/support/smtp.ts'
import { ForgedRequest } from './provider.ts'
import { isSignedBy, isSnsAddress, OtherTopic, openSnsMessage } from './sns.ts'

/** A certificate and its key, as Amazon has them. */
function newCertificate() {
  const { cert, key } = selfSigned()
  return { certificate: new X509Certificate(cert), privateKey: createPrivateKey(key) }
}

/** As in docs.aws.amazon.com/sns/latest/dg/http-notification-json.html. */
const NOTIFICATION = {
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
  Subject: 'My First Message',
  Message: 'Hello world!\nÄ',
  Timestamp: '2026-05-02T00:54:06.655Z',
  SignatureVersion: '1',
  SigningCertURL: 'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224.pem',
  UnsubscribeURL: 'https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=x',
}

const TOPIC = NOTIFICATION.TopicArn

/** The documented text to sign, written out. */
const SIGNED = `Message
Hello world!
Ä
MessageId
22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324
Subject
My First Message
Timestamp
2026-05-02T00:54:06.655Z
TopicArn
arn:aws:sns:us-west-2:123456789012:MyTopic
Type
Notification
`

test('both versions of the signature of Amazon SNS are checked with its certificate', () => {
  const { certificate, privateKey } = newCertificate()
  const other = newCertificate().certificate
  for (const [hash, SignatureVersion] of [
    ['sha1', '1'],
    ['sha256', '2'],
  ] as const) {
    const Signature = sign(hash, Buffer.from(SIGNED), privateKey).toString('base64')
    const message = { ...NOTIFICATION, SignatureVersion, Signature }
    expect(isSignedBy(message, certificate)).toBe(true)
    expect(isSignedBy(message, other)).toBe(false)
    expect(isSignedBy({ ...message, Message: 'Hello moon!' }, certificate)).toBe(false)
    expect(isSignedBy({ ...message, Signature: undefined }, certificate)).toBe(false)
    expect(isSignedBy({ ...message, Type: 'toString' }, certificate)).toBe(false)
  }
})

test('only servers of Amazon SNS are asked for a certificate or a subscription', () => {
  for (const address of [
    NOTIFICATION.SigningCertURL,
    NOTIFICATION.UnsubscribeURL,
    'https://sns.cn-north-1.amazonaws.com.cn/x.pem',
  ]) {
    expect(isSnsAddress(address)).toBe(true)
  }
  for (const address of [
    'http://sns.us-west-2.amazonaws.com/x.pem',
    'https://sns.us-west-2.amazonaws.com.evil.example/x.pem',
    'https://evil.example/sns.us-west-2.amazonaws.com/x.pem',
    'https://sns.us-west-2.amazonaws.com@evil.example/x.pem',
    'https://user@sns.us-west-2.amazonaws.com/x.pem',
    'https://sns.us-west-2.amazonaws.com:8443/x.pem',
    'https://bucket.s3.amazonaws.com/x.pem',
    // the files of a bucket named sns, and of one whose name ends with it
    'https://sns.s3-us-west-2.amazonaws.com/x.pem',
    'https://my.sns.us-west-2.amazonaws.com/x.pem',
    'https://sns.a.b.amazonaws.com/x.pem',
  ]) {
    expect(isSnsAddress(address), address).toBe(false)
  }
})

test('a message whose certificate is elsewhere is refused without a request', async () => {
  for (const SigningCertURL of [
    'https://127.0.0.1:1/x.pem',
    'https://sns.us-west-2.amazonaws.com/x',
    'https://sns.us-west-2.amazonaws.com/?Action=x&y=.pem',
  ]) {
    const body = JSON.stringify({ ...NOTIFICATION, SigningCertURL })
    await expect(openSnsMessage(body, TOPIC)).rejects.toThrow(ForgedRequest)
  }
  for (const TopicArn of [undefined, [TOPIC], `${TOPIC}2`, TOPIC.replace('1', '2')]) {
    await expect(openSnsMessage(JSON.stringify({ TopicArn }), TOPIC)).rejects.toThrow(OtherTopic)
  }
})
