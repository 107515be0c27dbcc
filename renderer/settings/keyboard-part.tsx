import { KeysList } from '../ui/page/keys-list.tsx'
import { strings } from '../strings/strings.ts'
import { SettingGroup } from './setting.tsx'

/** Every key there is. */
export const KeyboardPart = () => (
  <SettingGroup title={strings.settings.parts.keyboard} lede={strings.settings.keyboard.lede}>
    <KeysList />
  </SettingGroup>
)
