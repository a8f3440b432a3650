import { type HTMLElement, type Node, NodeType } from 'node-html-parser'
import type { CheckedPage } from './page.ts'

/** What is left over where a value was meant to stand. */
const LEFT_OVER = [/\{[^}]*\}/, /\bundefined\b/, /\[object \w+\]/, /\bNaN\b/]

/** React parts two texts by a comment: nothing came between these. */
const LEFT_OUT = /[^<>]{0,60} <!-- -->(?=[\s.,;:)])[^<>]{0,60}/g

/** Attributes that people read or hear, and those by which others describe the page. */
const SPOKEN = ['alt', 'aria-label', 'aria-description', 'content', 'label', 'placeholder', 'title']

/** Not read as words: in code, braces and `undefined` are what it is about. */
const UNREAD = ['SCRIPT', 'STYLE', 'CODE', 'PRE']

const isElement = (node: Node): node is HTMLElement => node.nodeType === NodeType.ELEMENT_NODE

function* words(node: Node): Generator<string> {
  if (node.nodeType === NodeType.TEXT_NODE) yield node.text
  if (!isElement(node)) return
  if (UNREAD.includes(node.tagName)) return
  for (const name of SPOKEN) yield node.getAttribute(name) ?? ''
  for (const child of node.childNodes) yield* words(child)
}

/** Placeholders and values that did not arrive, in what the page says. */
export function checkWords({ file, root }: CheckedPage): string[] {
  const leftOver = [...words(root)].flatMap((text) => {
    const found = LEFT_OVER.map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
    return found
      ? [`${file}: “${found}” stands where words should, in: ${text.trim().slice(0, 120)}`]
      : []
  })
  const leftOut = [...root.outerHTML.matchAll(LEFT_OUT)].map(
    ([text]) => `${file}: nothing stands where words should, in: ${text.trim()}`,
  )
  return [...leftOver, ...leftOut]
}
