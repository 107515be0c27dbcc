import { useEffect } from 'react'
import type { Settings } from '../../shared/config/settings.ts'
import { useHost } from '../state/replica.ts'

type Theme = Settings['appearance']['theme']

/** The last visit's theme, so the first paint has the right colours. */
const themeKey = 'atrium.theme'

/** Applies the theme from the settings, once known. */
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
