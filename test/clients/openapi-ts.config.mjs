export default {
  input: './generated/openapi.json',
  output: { path: './generated/hey-api', module: { extension: '.ts' }, importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch'],
  logs: { file: false },
}
