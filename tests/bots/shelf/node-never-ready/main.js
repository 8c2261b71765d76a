// Is no JavaScript.
// verdict: no-start
this is none
