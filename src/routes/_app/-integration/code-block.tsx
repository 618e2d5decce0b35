import { CodeBox } from '#client/components/text/code-box.tsx'
import { CopyIcon } from '#client/components/text/copy-icon.tsx'

type Props = { code: string; label: string; copyLabel: string; isTall?: boolean }

export const CodeBlock = ({ code, label, copyLabel, isTall = false }: Props) => (
  <CodeBox code={code} label={label} height={isTall ? 'tall' : 'medium'}>
    <CopyIcon value={code} label={copyLabel} />
  </CodeBox>
)
