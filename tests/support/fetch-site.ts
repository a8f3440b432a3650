import { inject } from 'vitest'
import { site } from '../../local/site/serve.ts'
import { useApp } from './app.ts'

/** Fetches from the built site without following redirects, for all tests of a file. */
export function useFetch(): (path: string) => Promise<Response> {
  const app = useApp({}, { site: site(inject('siteDir')) })
  return (path) => fetch(new URL(path, app().origin), { redirect: 'manual' })
}
