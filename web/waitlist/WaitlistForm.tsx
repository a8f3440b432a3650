import {
  FIELDS,
  HONEYPOT,
  QUESTION_NAMES,
  type QuestionName,
  signupAddress,
  UNFILLED,
} from '@ad-kit/contract'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { form, nextStep, notices } from '../content/waitlist.ts'
import { color } from '../design/theme.ts'
import { space, type } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { type NoticeProps, Notices } from '../ui/Notice.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Question } from './Question.tsx'
import type { Outcome } from './submit.ts'
import { useWaitlistForm } from './useWaitlistForm.ts'

const isHalf = (name: QuestionName): boolean => FIELDS[name].width === 'half'

/** The questions on each line of the form. Two adjacent half-width questions share a line. */
const LINES = QUESTION_NAMES.reduce<QuestionName[][]>((lines, name) => {
  const line = lines.at(-1)
  if (line?.length === 1 && [...line, name].every(isHalf)) line.push(name)
  else lines.push([name])
  return lines
}, [])

/** Keeps Firefox from restoring a disabled button after a reload, which React would not notice. */
const NOT_RESTORED = { autoComplete: 'off' }

/**
 * Shows the signup form. Before hydration, and without JavaScript, it is a plain form that the browser
 * validates and posts.
 */
export function WaitlistForm() {
  const { title, notice, element, field, hydrated, outcome, dismiss, ...state } = useWaitlistForm()
  const { onFocus, onKeyDown, submit, submitting, incomplete, ready, validated } = state
  const { fill, NextStep, Suggestion } = state
  const { error: _, ...honeypot } = field(HONEYPOT)
  const suggest = (name: QuestionName, value: string) =>
    FIELDS[name].type === 'email' &&
    Suggestion && <Suggestion email={value} onAccept={(email) => fill(name, email)} />
  return (
    <>
      <Notices ref={notice} notice={toNotice(outcome)} onDismiss={dismiss}>
        {outcome?.kind === 'joined' && NextStep && <NextStep email={outcome.email} />}
      </Notices>
      <Title id="form" ref={title} tabIndex={-1}>
        {form.title}
      </Title>
      <Form
        ref={element}
        method="post"
        action={signupAddress()}
        noValidate={validated}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onSubmit={submit}
      >
        {LINES.map((line) => (
          <Line key={line.join()}>
            {line.map((name) => {
              const control = field(name)
              return (
                <Question
                  key={name}
                  {...control}
                  question={FIELDS[name]}
                  note={suggest(name, control.value)}
                  validated={validated}
                  readOnly={submitting}
                />
              )
            })}
          </Line>
        ))}
        <Honeypot {...honeypot} />
        {!hydrated && (
          <Button type="button" data-width="full" disabled>
            {form.submit}
          </Button>
        )}
        <Button
          type="submit"
          data-width="full"
          disabled={submitting || (hydrated && !ready)}
          {...NOT_RESTORED}
        >
          {submitting ? form.submitting : form.submit}
        </Button>
        <VisuallyHidden aria-live="polite">
          {submitting ? form.submitting : incomplete}
        </VisuallyHidden>
        <Small>
          {form.consent} {form.privacy.before} <Link to="/privacy">{form.privacy.link}</Link>
          {form.privacy.after}
        </Small>
      </Form>
    </>
  )
}

/**
 * Shows a field that only programs fill in. It is invisible, cannot be reached by Tab, is absent from the accessibility
 * tree, and tells password managers to ignore it.
 */
function Honeypot(props: ComponentProps<'input'>) {
  const { label, autocomplete } = FIELDS[HONEYPOT]
  return (
    <Hidden aria-hidden="true">
      <label htmlFor={props.id}>{label}</label>
      <input {...props} type="text" tabIndex={-1} autoComplete={autocomplete} {...UNFILLED} />
    </Hidden>
  )
}

const Hidden = styled.div`
  position: absolute;
  left: -200vw;
  width: 1px;
  height: 1px;
  overflow: hidden;
`

function toNotice(outcome: Outcome | null): NoticeProps | null {
  if (!outcome) return null
  if (outcome.kind === 'failed')
    return { look: 'destructive', title: notices.failed.title, text: outcome.message }
  return {
    look: 'success',
    ...notices.joined,
    detail: (
      <>
        {nextStep.sent} <strong>{outcome.email}</strong>. {nextStep.confirm}
      </>
    ),
  }
}

const Title = styled.h2`
  margin-bottom: ${space[6]};
  ${type.heading}
`

const Form = styled.form`
  display: grid;
  gap: ${space[5]};

  /* Until the form is hydrated, the disabled button is shown while a required field is empty or invalid, and the
     enabled one otherwise. Without scripts, only the enabled one is shown. */
  > [type='button'] {
    display: none;
  }
  @media (scripting: enabled) {
    &:invalid > [type='button'] {
      display: inline-flex;
    }
    &:invalid > [type='button'] + * {
      display: none;
    }
  }
  /* A disabled button stays easy to see, because visitors look for it. It looks different from the header's button. */
  button:disabled {
    border: 1px dashed ${color.control};
    color: ${color.muted};
  }
`

const Line = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(8.25rem, 100%), 1fr));
  gap: ${space[5]};
`

const Small = styled.p`
  color: ${color.muted};
  ${type.label}

  a:hover {
    color: ${color.accentStrong};
  }
`
