import {
  ArrowDown,
  ArrowLeftRight,
  ArrowUp,
  Check,
  ChevronDown,
  ChevronRight,
  Compass,
  Copy,
  Cpu,
  Download,
  Ellipsis,
  FileText,
  Globe,
  Info,
  KeyRound,
  LoaderCircle,
  Menu,
  MessageSquare,
  PanelLeft,
  Paperclip,
  Pencil,
  Play,
  Plus,
  RotateCw,
  ScrollText,
  Search,
  Server,
  SlidersHorizontal,
  Square,
  Terminal,
  Trash2,
  TriangleAlert,
  Undo2,
  X,
  type LucideIcon,
} from 'lucide-react'

const icons = {
  'arrow-down': ArrowDown,
  'arrow-up': ArrowUp,
  attach: Paperclip,
  audit: ScrollText,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-right': ChevronRight,
  chip: Cpu,
  close: X,
  compass: Compass,
  copy: Copy,
  download: Download,
  edit: Pencil,
  file: FileText,
  flow: ArrowLeftRight,
  globe: Globe,
  info: Info,
  key: KeyRound,
  loader: LoaderCircle,
  menu: Menu,
  message: MessageSquare,
  more: Ellipsis,
  play: Play,
  plus: Plus,
  restart: RotateCw,
  search: Search,
  server: Server,
  settings: SlidersHorizontal,
  sidebar: PanelLeft,
  stop: Square,
  terminal: Terminal,
  trash: Trash2,
  undo: Undo2,
  warning: TriangleAlert,
} as const satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons

/** A line drawing in the colour of the text. Decorative: the control it stands in carries the name. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName
  size?: number
  className?: string | undefined
}) {
  const Drawing = icons[name]
  return <Drawing size={size} strokeWidth={2} aria-hidden className={className} />
}
