import {
  describeHeld,
  FIELDS,
  formatTime,
  HELD_COLUMNS,
  HELD_MAILS,
  HELD_PENDING,
  HELD_STATES,
  HELD_UNKNOWN_CONSENT,
  type HeldData,
  QUESTION_NAMES,
} from '@ad-kit/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type PersonRow, toPerson, toQuarantined } from '../api/src/list/people/person.ts'
import { FREE_TEXT } from '../tests/support/people.ts'

test('stored data is listed in the form’s order, with times in UTC and emails last', () => {
  vi.stubEnv('TZ', 'America/St_Johns')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [choice] = FIELDS.role.options
  const held = {
    source: 'press',
    shoe_size: '42',
    role: choice.value,
    joined_at: '2026-01-31T23:05:00.000Z',
    email: 'ada@example.com',
    first_name: 'Ada',
    mails: [
      { kind: 'confirm', state: 'sent', at: '2026-02-01T00:00:00Z' },
      { kind: 'after', state: 'withdrawn', at: '2026-02-01T00:00:00Z' },
      { kind: 'invite', state: 'failed', at: '2026-02-03T00:00:00Z' },
      { kind: 'telegram', state: 'waiting', at: '2026-02-04T00:00:00Z' },
    ],
  }
  expect(describeHeld(held as unknown as HeldData)).toEqual([
    [FIELDS.first_name.label, 'Ada'],
    [FIELDS.email.label, 'ada@example.com'],
    [FIELDS.role.label, choice.label],
    [HELD_COLUMNS.joined_at, expect.stringMatching(/31.*(?:11|23).05.* UTC$/)],
    [HELD_COLUMNS.source, 'press'],
    ['shoe_size', '42'],
    [HELD_MAILS['confirm'], formatTime('2026-02-01')],
    [HELD_MAILS['invite'], HELD_STATES['failed']?.replace('{time}', formatTime('2026-02-03'))],
    ['telegram', HELD_STATES['waiting']?.replace('{time}', formatTime('2026-02-04'))],
  ])
})

test('an unknown consent text is described in the site’s words, even in a pending form', () => {
  const held = { consent: 'unknown', mails: [], pending_form: { consent: 'unknown' } }
  const label = HELD_COLUMNS.consent
  expect(describeHeld(held as unknown as HeldData)).toEqual([
    [label, HELD_UNKNOWN_CONSENT],
    [HELD_PENDING.replace('{label}', label), HELD_UNKNOWN_CONSENT],
  ])
  const known = { source: 'unknown', consent: '2026-11-23', mails: [] }
  expect(describeHeld(known as unknown as HeldData)).toEqual([
    [HELD_COLUMNS.source, 'unknown'],
    [label, '2026-11-23'],
  ])
})

test('a form that waits for a confirmation is listed after the data that it would replace', () => {
  const [choice] = FIELDS.role.options
  const held = {
    email: 'ada@example.com',
    mails: [],
    pending_form: { consented_at: '2026-01-31T23:05:00.000Z', role: choice.value },
  }
  const labelOf = (label: string) => HELD_PENDING.replace('{label}', label)
  expect(describeHeld(held as unknown as HeldData)).toEqual([
    [FIELDS.email.label, 'ada@example.com'],
    [labelOf(FIELDS.role.label), choice.label],
    [labelOf(HELD_COLUMNS.consented_at), formatTime('2026-01-31T23:05:00Z')],
  ])
})

test('a choice that is no longer offered is shown as stored', () => {
  const { value } = FIELDS.role.options[0]
  const answers = { [FREE_TEXT]: value, role: 'wizard' }
  expect(describeHeld({ ...answers, mails: [] } as unknown as HeldData)).toEqual(
    QUESTION_NAMES.filter((name) => name in answers).map((name) => [
      FIELDS[name].label,
      answers[name],
    ]),
  )
})

const ROW: PersonRow = {
  email: 'ada@example.com',
  answers: { first_name: 'Ada', shoe_size: '42' },
  consent: '2026-01-01',
  consented_at: '2026-01-31T12:00:00.000000Z',
  source: null,
  joined_at: '2026-01-31T12:00:00.000000Z',
  confirmed_at: '2026-02-01T12:00:00.000000Z',
  invited_at: null,
  left_at: null,
  undeliverable_at: null,
  corrected_at: null,
  referral_code: null,
  referrals: null,
  invite_code: null,
  claimed_at: null,
  rejoined_at: null,
  welcomed_at: null,
}

test('owners see all of a person’s questions, former answers and times', () => {
  const { answers, ...others } = ROW
  expect(toPerson(ROW)).toEqual({
    ...Object.fromEntries(QUESTION_NAMES.map((name) => [name, null])),
    ...others,
    ...answers,
  })
})

test('owners see a quarantined form like a person, with its honeypot', () => {
  const { email, answers, joined_at, source, consent } = ROW
  const form = { email, answers, joined_at, source, consent, honeypot: 'x' }
  const { website, ...person } = toQuarantined(form)
  expect(website).toBe('x')
  expect(Object.keys(person).toSorted()).toEqual(Object.keys(toPerson(ROW)).toSorted())
  expect(person).toMatchObject({ email, joined_at, confirmed_at: null })
})
