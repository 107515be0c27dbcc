import { useEffect } from 'react'
import { appearance, usualAppearance, type Settings } from '../../shared/config/settings.ts'
import { persisted } from '../state/persisted.ts'
import { useHost } from '../state/replica.ts'

/** The last visit's appearance, so the first paint is right. */
const last = persisted(globalThis.localStorage, 'atrium.appearance', appearance)

/** Applies the appearance from the settings, once known. */
export function useAppliedAppearance(isKnown: boolean): void {
  const chosen = useHost((state) => state.configured.settings.appearance)
  useEffect(() => {
    if (!isKnown) return
    apply(chosen)
    last.write(chosen)
  }, [isKnown, chosen])
}

/** Applies the appearance of the last visit before the host is there, so the first paint already has it. */
export const applyLastAppearance = (): void => apply(last.read() ?? usualAppearance)

/** Puts the choices on the root element, where tokens.css reads them. */
function apply({ theme, textSize, chatWidth, density, interfaceFont, codeFont }: Settings['appearance']): void {
  const { dataset } = document.documentElement
  const shown = theme === 'system' ? undefined : theme
  const choices = { theme: shown, textSize, chatWidth, density, interfaceFont, codeFont }
  for (const [name, choice] of Object.entries(choices)) {
    if (choice === undefined) delete dataset[name]
    else dataset[name] = choice
  }
}
