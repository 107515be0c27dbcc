import type { Call, Desktop, Person as Script } from '../../double/launch.ts'

/** The scripted user in the main process. */
type Person = {
  calls: Call[]
  notifications: (NodeJS.EventEmitter & { title: string })[]
  tray?: { tray: NodeJS.EventEmitter & { isDestroyed(): boolean }; menu: { items: { label: string; click(): void }[] } }
} & Required<Script>

/** Takes the requests to the system, and to the user, since the last call; with a name, only those. */
export const takeCalls = (desktop: Desktop, api?: string): Promise<Call[]> =>
  desktop.evaluate((_electron, wanted) => {
    const { person } = globalThis as unknown as { person: Person }
    return person.calls.splice(0).filter((call) => wanted === undefined || call.api === wanted)
  }, api)

/** Changes the user's behaviour from now on; they agree unless told otherwise. */
export const instruct = (desktop: Desktop, changes: Script): Promise<void> =>
  desktop.evaluate((_electron, wanted) => {
    const { person } = globalThis as unknown as { person: Person }
    Object.assign(person, { agrees: true, opens: true, exceptions: [], notices: 'shown' }, wanted)
  }, changes)

/** Clicks the last notification about a request or a turn. */
export const clickNotification = (desktop: Desktop): Promise<void> =>
  desktop.evaluate(() => {
    const { person } = globalThis as unknown as { person: Person }
    person.notifications.findLast(({ title }) => title === 'Atrium')?.emit('click', {})
  })

/** Lets the system refuse the last notification. */
export const failNotification = (desktop: Desktop, reason: string): Promise<void> =>
  desktop.evaluate((_electron, error) => {
    const { person } = globalThis as unknown as { person: Person }
    person.notifications.at(-1)?.emit('failed', {}, error)
  }, reason)

/** Clicks the icon in the tray, or the item of its menu with this label. */
export const clickTray = (desktop: Desktop, item?: string): Promise<void> =>
  desktop.evaluate((_electron, label) => {
    const { person } = globalThis as unknown as { person: Person }
    if (label === undefined) person.tray?.tray.emit('click', {})
    else person.tray?.menu.items.find((each) => each.label === label)?.click()
  }, item)

/** Whether an icon is in the tray. */
export const hasTray = (desktop: Desktop): Promise<boolean> =>
  desktop.evaluate(() => {
    const { person } = globalThis as unknown as { person: Person }
    return person.tray !== undefined && !person.tray.tray.isDestroyed()
  })
