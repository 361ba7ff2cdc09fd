package rank

// Ranker weighs the features of readings; a prior that was set by hand.
var Ranker = Features{Links: 1, Syntax: 1, Skips: 1, Floats: 1, Assembly: 1, Ways: 1, Doubtful: 1}

// Acceptor weighs the features of the first reading; a prior that was set by hand.
var Acceptor = Signs{Bias: 1.0, Margin: 0.9, Mass: 1.5, Total: -0.35, Weakest: 1.0, Unexplained: -1.8, Loose: -0.3, Way: -0.3, Guessed: -0.3}
