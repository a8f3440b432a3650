// Guards build-checks.

import { expect, test } from 'vitest'
import { brand } from '../../content/brand.ts'
import { routeOfFile } from '../../routes/page-files.ts'
import { checkPages, parsePage } from './check-pages.ts'

const ORIGIN = 'https://site.example'

/** Checks a site of three pages, of which the first and the not-found page hold the given HTML. */
function check(html: string, notFound = ''): string[] {
  const page = (file: string, body: string) => parsePage(file, `<!doctype html><body>${body}`)
  return checkPages(page('404.html', notFound), {
    origin: ORIGIN,
    pages: new Map([
      ['/', page('index.html', html)],
      ['/blog', page('blog.html', '<article id="a-post"></article>')],
    ]),
    files: new Set(['/feed.xml', '/share.png']),
  })
}

const NO_ALT = 'a picture has no alt attribute: <img'
const NO_LABEL = 'a picture (role=img) has no label: <svg role="img"'
const ELSEWHERE = 'https://else.example/x'

test.each([
  ['<img src="/share.png">', NO_ALT],
  ['<svg role="img"><path/></svg>', NO_LABEL],
  ['<svg role="img" aria-labelledby="no"></svg>', NO_LABEL],
  ['<p>Welcome to {product}!</p>', 'the placeholder “{product}” is left in: Welcome to'],
  ['<meta name="description" content="{text}">', 'the placeholder “{text}” is left in'],
  ['<p>by [object Object]</p>', 'the placeholder “[object Object]” is left in'],
  ['<a aria-label="NaN products"></a>', 'the placeholder “NaN” is left in'],
  [
    '<p>It costs <!-- -->, or <!-- -->$96<!-- --> as an annual plan.</p>',
    'a value is missing in: It costs <!-- -->, or',
  ],
  ['<a href="/nowhere">x</a>', 'the link “/nowhere” is broken'],
  [`<a href="${ORIGIN}/nowhere">x</a>`, `the link “${ORIGIN}/nowhere” is broken`],
  ['<a href="#nowhere">x</a>', 'the link “#nowhere” is broken'],
  ['<a href="/blog#no-post">x</a>', 'the link “/blog#no-post” is broken'],
  ['<img alt="" src="/share/none.png">', 'the link “/share/none.png” is broken'],
  [`<meta property="og:image" content="${ORIGIN}/share/none.png">`, 'is broken'],
  ...[
    ['img-src', `<img alt="" src="${ELSEWHERE}.png">`],
    ['img-src', '<img alt="" srcset="/feed.xml 1x, //else.example/x.png 2x">'],
    ['script-src', `<script src="${ELSEWHERE}.js"></script>`],
    ['style-src', `<link rel="stylesheet" href="${ELSEWHERE}.css">`],
    ['font-src', `<link rel="preload" as="font" href="${ELSEWHERE}.woff2">`],
    ['frame-src', `<iframe src="${ELSEWHERE}"></iframe>`],
    ['media-src', `<video><source src="${ELSEWHERE}.mp4"></video>`],
  ].map(([directive, html = '']) => [
    html,
    `Its origin is not in the ${directive} of web/prerender/security-headers.ts`,
  ]),
])('the build rejects %s', (html, sentence) => {
  expect(check(html)).toEqual([expect.stringContaining(sentence)])
  expect(check(html)[0]).toMatch(/^index\.html: /)
})

test('the build checks the not-found page in the same way', () => {
  expect(check('', '<img src="/none.png">{text}')).toEqual([
    expect.stringContaining(`404.html: ${NO_ALT}`),
    expect.stringContaining('404.html: the placeholder “{text}” is left in'),
    expect.stringContaining('404.html: the link “/none.png” is broken'),
  ])
})

test.each([
  '<img alt="" src="/share.png"><svg aria-hidden="true"></svg>',
  '<svg role="img" aria-label="A candle"></svg><svg role="img"><title>A candle</title></svg>',
  '<b id="a">A</b><svg role="img" aria-labelledby="b a"></svg>',
  '<script>f({ undefined })</script><style>p{color:red}</style>',
  '<p><code>{shop}</code></p><pre><code>undefined is NaN</code></pre>',
  '<p>It costs <!-- -->$12<!-- -->, or <!-- -->$96<!-- --> a year.</p>',
  '<p id="here"></p><a href="#here">x</a><a href="/blog#a-post">x</a><a href="/?a=1">x</a>',
  `<img alt="" src="${brand.productHunt.badgeUrl}">`,
  '<a href="https://elsewhere.example/x#y">x</a><a href="mailto:a@b.example">x</a>',
])('the build accepts %s', (html) => {
  expect(check(html)).toEqual([])
})

test.each([
  ['index/+Page.tsx', '/'],
  ['legal/index/+Page.tsx', '/legal'],
  ['_error/+Page.tsx', '*'],
])('the page file %s has the route %s', (file, route) => {
  expect(routeOfFile(`../pages/${file}`)).toBe(route)
})
