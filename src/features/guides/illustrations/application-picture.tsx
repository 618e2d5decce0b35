import { Box, Picture, SwitchOn, WindowFrame, Words } from './parts.tsx'

const METHODS = ['Email', 'Password', 'Google']

export function ApplicationPicture({ title }: { title: string }) {
  return (
    <Picture title={title}>
      <WindowFrame x={60} y={12} width={360} height={236} />
      <Words x={84} y={64} tone="dim">
        Application name
      </Words>
      <Box x={84} y={72} width={312} height={34} />
      <Words x={98} y={94} isStrong>
        Incasso
      </Words>
      {METHODS.map((method, index) => (
        <g key={method} transform={`translate(0 ${122 + index * 26})`}>
          <Words x={84} y={14}>
            {method}
          </Words>
          <SwitchOn x={362} y={0} />
        </g>
      ))}
      <Box x={84} y={204} width={312} height={32} look="accent" />
      <Words x={240} y={225} anchor="middle" tone="onAccent" isStrong>
        Create application
      </Words>
    </Picture>
  )
}
