// ESLint for the script modules of the pages and their tests (`make scripts`).

import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'default-case-last': 'error',
      eqeqeq: 'error',
      'max-len': ['error', { code: 120 }],
      'no-implicit-globals': 'error',
      'no-shadow': 'error',
      'no-use-before-define': ['error', { functions: false, variables: false }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      semi: 'error',
    },
  },
  { files: ['src/fieldhouse/web/static/*.mjs'], languageOptions: { globals: globals.browser } },
  { files: ['tests/scripts/*.mjs'], languageOptions: { globals: globals.node } },
];
