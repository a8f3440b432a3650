import {
  type ChoiceQuestion,
  FIELDS,
  QUESTION_NAMES,
  type QuestionName,
  type TextQuestion,
  WORDS,
} from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import type { Corrected } from '../../list/correct.ts'
import type { Person } from '../../list/person.ts'
import { ANSWER_NAMES } from '../../list/signup.ts'
import { safe } from '../../system/format.ts'
import type { Parameters } from './request.ts'

export type Answers = Readonly<Record<QuestionName, string>>
export type Problems = Corrected['problems']

const answersFrom = (answer: (name: QuestionName) => string): Answers =>
  Object.fromEntries(QUESTION_NAMES.map((name) => [name, answer(name)])) as Answers

export const answersOf = (person: Person): Answers => answersFrom((name) => person[name] ?? '')

/** What was typed. */
export const readAnswers = (sent: Parameters): Answers => answersFrom((name) => sent[name] ?? '')

const describe = (name: QuestionName, problem: string | undefined): Markup =>
  problem === undefined ? html`` : html` aria-invalid="true" aria-describedby="${name}-problem"`

function choice({ options, placeholder }: ChoiceQuestion, value: string) {
  const known = options.some((option) => option.value === value)
  const former = known || value === '' ? [] : [{ value, label: safe(value) }]
  return [{ value: '', label: placeholder }, ...former, ...options].map(
    (option) =>
      html`<option value="${option.value}"${option.value === value ? html` selected` : ''}>${option.label}</option>`,
  )
}

function field(name: QuestionName, value: string, problems: Problems): Markup {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  const problem = problems[name]
  const isFirst = ANSWER_NAMES.find((each) => problems[each] !== undefined) === name
  const attributes = html` id="${name}" name="${name}"${describe(name, problem)}${isFirst ? html` autofocus` : ''}`
  const control =
    question.type === 'choice'
      ? html`<select${attributes}>${choice(question, value)}</select>`
      : html`<input${attributes} value="${value}" autocomplete="off" autocapitalize="off" spellcheck="false">`
  return html`<div data-width="${question.width}">
<label for="${name}">${question.label}${question.required ? '' : html` <small>(${WORDS.optional})</small>`}</label>
${control}
${problem === undefined ? '' : html`<small id="${name}-problem">${problem}</small>`}
</div>`
}

/** The form that corrects a person, with what was typed and the problem of each question. */
export const answerForm = (who: string, answers: Answers, problems: Problems): Markup =>
  html`<form class="answers" method="post" action="/person/correct" novalidate>
<input type="hidden" name="who" value="${who}">
${ANSWER_NAMES.map((name) => field(name, answers[name], problems))}
<div><button>Save</button></div>
</form>`
