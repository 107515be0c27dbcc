/** A moment as the picker of the browser writes it, in the time of this computer; empty where the text is none. */
export function localMoment(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(text)) return text
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return ''
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString()
  return local.endsWith(':00.000Z') ? local.slice(0, 16) : local.slice(0, 19)
}

/** How far the time of this computer is from UTC then, as `+1` or `−3:30`; that of now where the text is no moment. */
export function offsetAt(text: string): string {
  const at = new Date(text)
  const minutes = -(Number.isNaN(at.getTime()) ? new Date() : at).getTimezoneOffset()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
