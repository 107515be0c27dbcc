import { navigate } from '../../state/routes.ts'
import { focusPage } from '../../ui/page/focus-page.ts'
import type { IndexedSetting } from './settings-index.ts'

/** How many frames a page gets to show the setting. */
const framesWaited = 120

const searches = new Set<() => void>()

/** Calls `end` when a setting is opened, from the page or the palette: a search in the page is over. */
export function onSettingOpened(end: () => void): () => void {
  searches.add(end)
  return () => void searches.delete(end)
}

/** Goes to a setting's page and focuses its first control, or the setting itself if it has none. */
export function openSetting({ part, title }: IndexedSetting): void {
  for (const end of searches) end()
  navigate({ page: 'settings', part })
  if (title === undefined) requestAnimationFrame(focusPage)
  else focusSetting(title, framesWaited)
}

function focusSetting(title: string, frames: number): void {
  requestAnimationFrame(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-setting]')]
    const setting = all.find(({ dataset }) => dataset['setting'] === title)
    if (setting) focusWithin(setting)
    else if (frames > 0) focusSetting(title, frames - 1)
  })
}

function focusWithin(setting: HTMLElement): void {
  const place =
    setting.querySelector<HTMLElement>(':is(input:checked, [role=radio][aria-checked=true])') ??
    setting.querySelector<HTMLElement>(':is(input, select, textarea, button):not(:disabled), a[href]') ??
    setting
  if (place === setting) setting.tabIndex = -1
  place.focus({ preventScroll: true })
  setting.scrollIntoView({ block: 'center' })
}
