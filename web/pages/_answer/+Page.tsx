import { Answer } from '../../sections/Answer.tsx'

export const Page = Answer
