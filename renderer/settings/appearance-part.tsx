import { strings } from '../strings/strings.ts'
import { SettingGroup } from './setting.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** How Atrium looks. */
export const AppearancePart = ({ block }: { block: string | undefined }) => (
  <SettingGroup title={strings.settings.parts.appearance} lede={strings.settings.appearance.lede}>
    <ThemeChoice block={block} />
  </SettingGroup>
)
