import { useEffect } from 'react'
import type { Settings } from '../../shared/config/settings.ts'
import { useHost } from '../state/replica.ts'

type Theme = Settings['appearance']['theme']

/** What the last visit showed, so that the first picture of this one is not in the other colours. */
const themeKey = 'atrium.theme'

/** Keeps the window in the colours that the settings ask for, once these are known. */
export function useTheme(isKnown: boolean): void {
  const theme = useHost((state) => state.configured.settings.appearance.theme)
  useEffect(() => {
    if (!isKnown) return
    apply(theme)
    localStorage.setItem(themeKey, theme)
  }, [isKnown, theme])
}

export const applyLastTheme = (): void => apply(localStorage.getItem(themeKey) ?? 'system')

function apply(theme: Theme | string): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
}
