import './zod-jitless.ts'
// Italics are slanted from the upright faces: files of their own would be 230 KB for a few words.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './tokens.css'
import './base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { NotConnected } from './app/frame/notice.tsx'
import { applyLastAppearance } from './app/appearance.ts'
import { Replica } from './state/replica.ts'
import { ChoicesFirst } from './state/carriers/choices-first.ts'
import { ElectronLink } from './state/carriers/electron.ts'
import { openWebLink } from './state/carriers/web.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element with the id root.')
const root = createRoot(element)

function showRefusal(why: string | undefined): void {
  replica?.close()
  root.render(<NotConnected why={why} />)
}

applyLastAppearance()
// The fonts of nearly all text. The first paint waits for them, so nothing shifts when they load.
const tokens = getComputedStyle(document.documentElement)
const typefaces = Promise.allSettled(
  ['--font-ui', '--font-mono'].map((token) => document.fonts.load('1em '.concat(tokens.getPropertyValue(token)))),
)
let replica: Replica | undefined
const opened = window.atrium ? { link: new ElectronLink(window.atrium) } : await openWebLink(showRefusal)
await typefaces
if ('refused' in opened) showRefusal(opened.refused)
else {
  replica = new Replica(new ChoicesFirst(opened.link))
  root.render(
    <StrictMode>
      <App replica={replica} />
    </StrictMode>,
  )
}
