import { use, useMemo, useState, useSyncExternalStore } from 'react'
import { styled } from 'styled-components'
import { escapeText } from '../../letters/html.ts'
import { loadedPictures, loadPictures, trusted } from './pictures.ts'

interface PictureProps {
  /** A file of `web/pictures`. */
  file: string
  /** The alternative text. A picture without one is a decoration. */
  label?: string
  /** A photograph at the top of a page should not wait until it is seen. */
  eager?: boolean
  className?: string
}

/** Leaves what was prerendered. One object, because React compares it. */
const PRERENDERED = { __html: '' }

/** A store that says whether the browser hydrates the page. The build does not. */
const never = () => () => {}
const inBrowser = () => false
const inHtml = () => !import.meta.env.SSR

/**
 * A drawing or a photograph. It is opaque to React: the browser takes a drawing from the page's HTML, so
 * no script repeats it.
 */
export function Picture({ file, label, eager, className }: PictureProps) {
  const [prerendered] = useState(useSyncExternalStore(never, inBrowser, inHtml))
  // The build has loaded them. A browser keeps showing the page before until it has.
  const load = () => (import.meta.env.SSR ? loadedPictures : use(loadPictures()))
  const all = prerendered ? undefined : load()
  const markup = all && describe(file, all.pictures[file], label, eager)
  const html = useMemo(
    () => (markup === undefined ? PRERENDERED : { __html: trusted(markup) }),
    [markup],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build has made the markup from files of the site
  return <Frame className={className} dangerouslySetInnerHTML={html} suppressHydrationWarning />
}

/** @throws Error in the build if there is no such file */
function describe(file: string, markup: string | undefined, label = '', eager = false): string {
  if (markup === undefined) {
    if (import.meta.env.SSR) throw new Error(`There is no picture web/pictures/${file}.`)
    return ''
  }
  const name = escapeText(label)
  const decoration = label === '' ? 'aria-hidden="true"' : `role="img" aria-label="${name}"`
  const alternative = `alt="${name}"${eager ? '' : ' loading="lazy"'}`
  return markup.replace(/^<(svg|img)/, (tag) =>
    tag === '<svg' ? `${tag} ${decoration}` : `${tag} ${alternative}`,
  )
}

const Frame = styled.div`
  > :where(svg, img) {
    width: 100%;
    height: auto;
  }
`
