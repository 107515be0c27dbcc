import { SettingGroup } from './setting.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** How Atrium looks. */
export const AppearancePart = ({ block }: { block: string | undefined }) => (
  <SettingGroup title="Appearance" lede="Only how Atrium looks. Meaning is never carried by colour alone.">
    <ThemeChoice block={block} />
  </SettingGroup>
)
