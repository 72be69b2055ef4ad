import './broken/actions/wrong.js';
