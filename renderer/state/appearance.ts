import { usualAppearance, type Appearance } from '../../shared/config/settings.ts'
import { useHost } from './replica.ts'

type Chosen = { [K in keyof Appearance]?: Appearance[K] | undefined }

/** One of the user's choices about the interface. */
export const useAppearance = <K extends keyof Appearance>(name: K): Appearance[K] =>
  useHost(({ configured }) => {
    const chosen: Chosen = configured.settings.appearance
    return chosen[name] ?? usualAppearance[name]
  })
