import { use, useMemo, useState, useSyncExternalStore } from 'react'
import { styled } from 'styled-components'
import { escapeText } from '../../letters/html.ts'
import { loadedPictures, loadPictures, trusted } from './pictures.ts'

interface PictureProps {
  /** The name of a file in `web/pictures`. */
  file: string
  /** The alternative text. A picture without it is decorative. */
  label?: string
  /** True for a photograph at the top of a page, which must not load lazily. */
  eager?: boolean
  className?: string
}

/** Makes React keep the prerendered markup. React compares by identity, so every render uses this object. */
const PRERENDERED = { __html: '' }

/** A store that never changes. It is true only while a browser hydrates the page. */
const never = () => () => {}
const inBrowser = () => false
const inHtml = () => !import.meta.env.SSR

/**
 * A drawing or a photograph. React does not look inside, because the markup is already in the page's HTML, so scripts
 * need not contain the drawing again.
 */
export function Picture({ file, label, eager, className }: PictureProps) {
  const [prerendered] = useState(useSyncExternalStore(never, inBrowser, inHtml))
  // The build has loaded the pictures. In a browser, `use` keeps the previous page until they have arrived.
  const load = () => (import.meta.env.SSR ? loadedPictures : use(loadPictures()))
  const all = prerendered ? undefined : load()
  const markup = all && describe(file, all.pictures[file], label, eager)
  const html = useMemo(
    () => (markup === undefined ? PRERENDERED : { __html: trusted(markup) }),
    [markup],
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build made the markup from the site's own files
  return <Frame className={className} dangerouslySetInnerHTML={html} suppressHydrationWarning />
}

/** @throws Error in the build if the file does not exist */
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
