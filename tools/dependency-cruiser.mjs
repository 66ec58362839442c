// dependency-cruiser, for those who cannot import it by name: it is installed here, not in the root.
export { cruise } from 'dependency-cruiser';
export { default as extractTypeScriptConfig } from 'dependency-cruiser/config-utl/extract-ts-config';
