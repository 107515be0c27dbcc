import { Bar } from '../frame/bar.tsx'
import { useFrame } from '../frame/frame-context.ts'
import { Page } from '../frame/page.tsx'
import { useAdminBlock } from '../frame/rights.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { ModelSettings } from './model-settings.tsx'
import { Setting, SettingGroup } from './setting.tsx'
import { StepLimit } from './step-limit.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** What can be set: the model and its key, turns, appearance. */
export function SettingsPage() {
  const block = useAdminBlock()
  const { showKeys } = useFrame()
  return (
    <>
      <Bar title="Settings" />
      <Page>
        {block && <Note>{block}</Note>}
        <SettingGroup title="Model and key" lede="Who reads your conversations and proposes tool calls.">
          <ModelSettings block={block} />
        </SettingGroup>
        <SettingGroup title="Turns" lede="A turn is your message and everything the model does until it has answered.">
          <StepLimit block={block} />
        </SettingGroup>
        <SettingGroup title="Appearance" lede="Only how Atrium looks. Meaning is never carried by colour alone.">
          <ThemeChoice block={block} />
        </SettingGroup>
        <SettingGroup title="Keyboard" lede="Everything can be done without a pointer.">
          <Setting title="Keys">
            <Button keys="?" onClick={showKeys}>
              Show all keys
            </Button>
          </Setting>
        </SettingGroup>
      </Page>
    </>
  )
}
