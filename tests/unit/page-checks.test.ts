import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { routeOfFile } from '../../web/app/page-files.ts'
import { checkPages } from '../../web/build/checks/check-pages.ts'
import { parsePage } from '../../web/build/checks/page.ts'
import { documentOf } from '../../web/build/checks/routes.ts'
import { brand } from '../../web/content/brand.ts'
import { paths } from '../../web/content/navigation.ts'
import { copyTree } from '../support/tree.ts'

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
    files: new Set(['/feed.xml', '/share/home.png']),
  })
}

describe('the build refuses a page with', () => {
  test.each([
    [
      'a picture without alt',
      '<img src="/share/home.png">',
      'a picture has no alt attribute: <img',
    ],
    [
      'a drawing without a label',
      '<svg role="img"><path/></svg>',
      'has no label: <svg role="img">',
    ],
    ['an empty label', '<svg role="img" aria-label=" "></svg>', 'has no label'],
    [
      'a label that refers to nothing',
      '<svg role="img" aria-labelledby="no"></svg>',
      'has no label',
    ],
    [
      'a placeholder in its text',
      '<p>Welcome to {product}!</p>',
      '“{product}” stands where words should',
    ],
    ['a placeholder in its head', '<meta name="description" content="{text}">', '“{text}” stands'],
    ['a value that is missing', '<p>Hello undefined</p>', '“undefined” stands'],
    [
      'a value that left nothing',
      '<p>It costs <!-- -->, or <!-- -->$96<!-- --> as an annual plan.</p>',
      'nothing stands where words should, in: It costs <!-- -->, or',
    ],
    ['an object for a word', '<p>by [object Object]</p>', '“[object Object]” stands'],
    ['a missing word in a label', '<a aria-label="NaN products"></a>', '“NaN” stands'],
    ['a link to no page', '<a href="/nowhere">x</a>', '“/nowhere” leads nowhere'],
    ['a full link to no page', `<a href="${ORIGIN}/nowhere">x</a>`, 'leads nowhere'],
    ['a link to no place', '<a href="#nowhere">x</a>', '“#nowhere” leads nowhere'],
    [
      'a link to no place on another page',
      '<a href="/blog#no-post">x</a>',
      '“/blog#no-post” leads nowhere',
    ],
    ['a picture that is not there', '<img alt="" src="/share/none.png">', 'leads nowhere'],
    ['a script that is not there', '<script src="/assets/none.js"></script>', 'leads nowhere'],
    ...[
      ['a picture', 'img-src', '<img alt="" src="https://else.example/x.png">'],
      ['a picture in its text', 'img-src', '<img alt="" src="data:image/gif;base64,R0lGOD">'],
      [
        'a larger picture',
        'img-src',
        '<img alt="" srcset="/feed.xml 1x, //else.example/x.png 2x">',
      ],
      ['an icon', 'img-src', '<link rel="icon" href="https://else.example/x.png">'],
      ['a script', 'script-src', '<script src="https://else.example/x.js"></script>'],
      ['a style sheet', 'style-src', '<link rel="stylesheet" href="https://else.example/x.css">'],
      ['a style sheet of its own', 'style-src', '<link rel="stylesheet" href="/feed.xml">'],
      ['a font', 'font-src', '<link rel="preload" as="font" href="https://else.example/x.woff2">'],
      ['a frame', 'frame-src', '<iframe src="https://else.example/"></iframe>'],
      ['a video', 'media-src', '<video><source src="https://else.example/x.mp4"></video>'],
    ].map(([what, directive, html = '']) => [
      `${what} that its policy forbids`,
      html,
      `its origin is not in the ${directive} of web/build/headers.ts`,
    ]),
    [
      'a shared picture that is not there',
      `<meta property="og:image" content="${ORIGIN}/share/none.png">`,
      'leads nowhere',
    ],
  ])('%s', (_what, html, sentence) => {
    const problems = check(html)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`index.html: `)
    expect(problems[0]).toContain(sentence)
  })
})

test('the build refuses a not-found page for the same reasons', () => {
  expect(check('', '<img src="/none.png">{text}')).toEqual([
    expect.stringContaining('404.html: a picture has no alt attribute'),
    expect.stringContaining('404.html: “{text}” stands'),
    expect.stringContaining('404.html: “/none.png” leads nowhere'),
  ])
})

describe('the build takes a page with', () => {
  test.each([
    ['decoration', '<img alt="" src="/share/home.png"><svg aria-hidden="true"></svg>'],
    [
      'drawings with a name',
      '<svg role="img" aria-label="A candle"></svg><svg role="img"><title>A candle</title></svg>',
    ],
    ['a drawing named by others', '<b id="a">A</b><svg role="img" aria-labelledby="b a"></svg>'],
    [
      'braces in scripts and styles',
      '<script>f({ undefined })</script><style>p{color:red}</style>',
    ],
    ['code', '<p><code>{shop}</code></p><pre><code>undefined is NaN</code></pre>'],
    [
      'values among its words',
      '<p>It costs <!-- -->$12<!-- -->, or <!-- -->$96<!-- --> a year.</p>',
    ],
    ['words that only look like it', '<p>An undefinedness of Nan bread</p>'],
    [
      'links that lead somewhere',
      '<p id="here"></p><a href="#here">x</a><a href="/blog#a-post">x</a><a href="/?a=1">x</a><link rel="alternate" href="/feed.xml">',
    ],
    ['the one picture from elsewhere', `<img alt="" src="${brand.productHunt.badgeUrl}">`],
    [
      'links elsewhere',
      '<a href="https://elsewhere.example/x#y">x</a><a href="mailto:a@b.example">x</a>',
    ],
  ])('%s', (_what, html) => {
    expect(check(html)).toEqual([])
  })
})

/** Puts a document where Vike would make one of every page. */
async function prerender(tree: string, html: string): Promise<void> {
  const web = join(tree, 'web')
  const client = join(web, 'dist/client')
  await mkdir(client, { recursive: true })
  const documents = ['404.html', ...Object.values(paths).map(documentOf)]
  for (const document of documents) await writeFile(join(client, document), html)
  // takes long to draw pictures, which are not looked at here
  const drawn = join(web, 'build/files/site-files.ts')
  await writeFile(drawn, 'export const siteFiles = () => ({})')
}

/** Why the last step of the build refuses a tree. */
async function refusal(tree: string): Promise<string> {
  const web = join(tree, 'web')
  const step = promisify(execFile)('node', ['build/run.ts', 'build/finish.ts'], { cwd: web })
  const { stderr } = await step.catch((error: { stderr: string }) => error)
  expect(existsSync(join(web, 'dist/site.json'))).toBe(false)
  return stderr
}

test('the build ends with refusing whatever page is wrong', async () => {
  const html = '<script src="/entry.js" type="module" async></script><a href="/nowhere">x</a>'
  const tree = await copyTree()
  await prerender(tree, html)
  const said = await refusal(tree)
  for (const name of ['about', '404']) {
    expect(said).toMatch(new RegExp(`- ${name}\\.html: .*“/nowhere” leads nowhere`))
  }
})

test('the build refuses a page without an address, and an address without a page', async () => {
  const tree = await copyTree()
  const folder = join(tree, 'web/pages/legal/imprint')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '+Page.tsx'), '')
  await prerender(tree, '')
  await rm(join(tree, 'web/dist/client/about.html'))
  const said = await refusal(tree)
  expect(said).toContain(
    '- web/pages/legal/imprint: “/legal/imprint” has to be entered in `paths` of web/content/navigation.ts',
  )
  expect(said).toContain('“/about” has no page: web/pages/about/+Page.tsx is missing.')
  expect(said).not.toContain('ENOENT')
})

test.each([
  ['index', '/'],
  ['about', '/about'],
  ['legal/imprint', '/legal/imprint'],
  ['legal/index', '/legal'],
  ['_error', '*'],
])('in the browser a page of the folder %s is at %s', (folder, route) => {
  expect(routeOfFile(`../pages/${folder}/+Page.tsx`)).toBe(route)
})
