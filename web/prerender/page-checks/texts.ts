import { type HTMLElement, type Node, NodeType } from 'node-html-parser'
import type { CheckedPage } from './check-pages.ts'

/** Placeholders and missing values. */
const LEFT_OVER = [/\{[^}]*\}/, /\bundefined\b/, /\[object \w+\]/, /\bNaN\b/]

/** React puts a comment between two texts. Punctuation after it means that an empty value came before. */
const LEFT_OUT = /[^<>]{0,60} <!-- -->(?=[\s.,;:)])[^<>]{0,60}/g

/** Attributes with text for people. */
const SPOKEN = ['alt', 'aria-label', 'aria-description', 'content', 'label', 'placeholder', 'title']

/** Elements where braces and `undefined` are legitimate. */
const UNREAD = ['SCRIPT', 'STYLE', 'CODE', 'PRE']

const isElement = (node: Node): node is HTMLElement => node.nodeType === NodeType.ELEMENT_NODE

function* words(node: Node): Generator<string> {
  if (node.nodeType === NodeType.TEXT_NODE) yield node.text
  if (!isElement(node)) return
  if (UNREAD.includes(node.tagName)) return
  for (const name of SPOKEN) yield node.getAttribute(name) ?? ''
  for (const child of node.childNodes) yield* words(child)
}

/** Finds placeholders and missing values in the texts of a page. */
export function checkWords({ file, root }: CheckedPage): string[] {
  const leftOver = [...words(root)].flatMap((text) => {
    const found = LEFT_OVER.map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
    return found
      ? [`${file}: the placeholder “${found}” is left in: ${text.trim().slice(0, 120)}`]
      : []
  })
  const html = root.outerHTML
  const leftOut = [...html.matchAll(LEFT_OUT)].map(({ 0: text, index }) => {
    const before = html
      .slice(0, index)
      .replaceAll(/<[^>]*>/g, ' ')
      .trim()
      .slice(-60)
    return `${file}: a value is missing in: ${`${before}${text}`.trim()}`
  })
  return [...leftOver, ...leftOut]
}

/** Finds pictures without an alternative text. */
export function checkNames({ file, root }: CheckedPage): string[] {
  const images = root
    .querySelectorAll('img')
    .filter((image) => image.getAttribute('alt') === undefined)
    .map((image) => `${file}: a picture has no alt attribute: ${excerpt(image)}`)

  const drawings = root
    .querySelectorAll('[role="img"]')
    .filter((drawing) => {
      const label = drawing.getAttribute('aria-label')
      const title = drawing.querySelector('title')?.text
      const named = (drawing.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => root.getElementById(id)?.text)
      return ![label, title, ...named].some((name) => name?.trim())
    })
    .map((drawing) => `${file}: a picture (role=img) has no label: ${excerpt(drawing)}`)

  return [...images, ...drawings]
}

/** The first characters of an element, for error messages. */
const excerpt = (element: HTMLElement): string =>
  element.outerHTML.slice(0, 120).replace(/\s+/g, ' ')
