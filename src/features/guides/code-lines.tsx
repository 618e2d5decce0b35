import { CodeBox } from '../../components/code-box.tsx'
import { CopyButton } from './copy-button.tsx'

type Props = { code: string; what: string }

export const CodeLines = ({ code, what }: Props) => (
  <CodeBox code={code} label={what}>
    <CopyButton value={code} what={what} />
  </CodeBox>
)
